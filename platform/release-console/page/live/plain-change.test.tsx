import { kindNames, kinds } from '@shop/releases/change-model/changes';
import { screen, within } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const listButtons = () => kindNames.flatMap((kind) => kinds[kind].button ?? []);

test('has a button with a dialog for each kind of change that needs a reason only', async () => {
  setState();
  const user = renderConsole('#/production/live');
  await screen.findByRole('heading', { name: 'Live in production' });
  for (const kind of kindNames) {
    const { button } = kinds[kind];
    if (!button) continue;
    await user.click(screen.getByRole('button', { name: `${button.label}…` }));
    const dialog = within(screen.getByRole('dialog', { name: `${button.label}?` }));
    expect(dialog.getByText(button.effect)).toBeVisible();
    await user.click(dialog.getByLabelText(/^Reason/));
    await user.paste('the sale begins');
    setResponse(`POST ${kind}`, { kind: 'live', seq: 3 });
    await user.click(dialog.getByRole('button', { name: button.label }));
    expect(await screen.findByText(button.done)).toBeVisible();
    expect(getBodies(`POST ${kind}`)).toEqual([{ env: 'production', seq: 2, reason: 'the sale begins' }]);
  }
});

test('hides these buttons from a person who may change no app', async () => {
  setState({ environments: [createEnvironmentView({ permissions: { '*': [], 'mf-a': [] } })] });
  renderConsole('#/production/live');
  await screen.findByRole('heading', { name: 'Live in production' });
  for (const { label } of listButtons()) {
    expect(screen.queryByRole('button', { name: `${label}…` })).not.toBeInTheDocument();
  }
});
