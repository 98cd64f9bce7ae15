import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const policy = {
  roles: { catalog: { may: ['promote', 'rollback'], apps: ['mf-catalog'], environments: ['*'], groups: ['team'] } },
  people: { asha: { roles: ['catalog'] } },
  environments: { production: { after: 'staging', liveMinutes: 60, approvals: { 'mf-payment': 1 } } },
};

const setPolicy = (changes: object = {}) =>
  setResponse('GET policy', {
    version: 2,
    policy,
    history: [
      { version: 2, proposedBy: 'ravi', approvedBy: 'meera', reason: 'a new team', at: '2026-11-21T12:00:00Z' },
    ],
    ...changes,
  });

async function openPolicy() {
  setState({ environments: [createEnvironmentView({ permissions: { '*': ['policy'] } })] });
  setPolicy();
  const user = renderConsole('#/policy');
  await screen.findByRole('table', { name: 'Roles of the policy' });
  return user;
}

test('shows the policy in words, and its history', async () => {
  await openPolicy();
  expect(screen.getByRole('row', { name: /^catalog/ })).toHaveTextContent(
    'catalogpromote and rollbackmf-catalogall environmentsasha and members of team',
  );
  const rules = within(screen.getByRole('list', { name: 'Rules of production' })).getAllByRole('listitem');
  expect(rules.map(({ textContent }) => textContent)).toEqual([
    'A release must be live in staging for 1 hour first.',
    'mf-payment needs the approval of 1 other person.',
  ]);
  expect(screen.getByRole('row', { name: /^2/ })).toHaveTextContent('ravimeeraa new team');
});

test('edits roles and people in a form, and proposes what it shows', async () => {
  const user = await openPolicy();
  await user.click(screen.getByRole('button', { name: 'Propose a change…' }));
  fireEvent.change(screen.getByLabelText('Name of a person'), { target: { value: 'kiran' } });
  fireEvent.click(screen.getAllByText('Add')[0] as HTMLElement);
  fireEvent.mouseDown(screen.getByLabelText('Roles of kiran'));
  fireEvent.click(screen.getByRole('option', { name: 'catalog' }));
  fireEvent.change(screen.getByLabelText('Apps of catalog'), { target: { value: 'mf-catalog, mf-content' } });
  fireEvent.change(screen.getByLabelText('Groups of catalog'), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'kiran joins' } });
  setResponse('POST policy', { kind: 'pending', approval: {} });
  fireEvent.click(screen.getByText('Propose'));
  await screen.findByRole('heading', { name: 'Waiting' });
  const catalog = { may: ['promote', 'rollback'], apps: ['mf-catalog', 'mf-content'], environments: ['*'] };
  expect(getBodies('POST policy')).toEqual([
    {
      replaces: 2,
      reason: 'kiran joins',
      policy: { ...policy, roles: { catalog }, people: { ...policy.people, kiran: { roles: ['catalog'] } } },
    },
  ]);
});

test.each([
  ['{\n  "roles": {}\n  "people": {}\n}', /^In line 3, after “.*”: a comma, a quotation mark or a bracket is missing/],
  ['{ "roles": {', /^At the end of the text: a comma|^In line 1/],
  ['[]', /^The text must be one object/],
])('says in words what is wrong with the text %j', async (text, message) => {
  const user = await openPolicy();
  await user.click(screen.getByRole('button', { name: 'Propose a change…' }));
  await user.click(screen.getByRole('button', { name: 'Text' }));
  const field = screen.getByLabelText('Policy, after version 2');
  fireEvent.change(field, { target: { value: text } });
  expect(field).toHaveAccessibleDescription(message);
});

test('proposes a change, with the message of the server at the field', async () => {
  const user = await openPolicy();
  await user.click(screen.getByRole('button', { name: 'Propose a change…' }));
  await user.click(screen.getByRole('button', { name: 'Text' }));
  const field = screen.getByLabelText('Policy, after version 2');
  fireEvent.change(field, { target: { value: '{' } });
  expect(field).toBeInvalid();
  const changed = { ...policy, people: { ...policy.people, kiran: { roles: ['none'] } } };
  fireEvent.change(field, { target: { value: JSON.stringify(changed) } });
  expect(screen.getByRole('region', { name: 'Difference from version 2' })).toHaveTextContent('kiran');
  await user.click(screen.getByLabelText(/^Reason/));
  await user.paste('kiran joins');
  const error = 'The request is invalid: people.kiran.roles: there is no role none.';
  setResponse('POST policy', { error }, 400);
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByText(error)).toBeInTheDocument();
  expect(field).toHaveAccessibleDescription(error);
  setResponse('POST policy', { kind: 'pending', approval: {} });
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByRole('heading', { name: 'Waiting' })).toBeInTheDocument();
  expect(getBodies('POST policy').at(-1)).toEqual({ replaces: 2, policy: changed, reason: 'kiran joins' });
});

test('shows a change that was typed for an earlier version, after a refusal and after a reload', async () => {
  const user = await openPolicy();
  await user.click(screen.getByRole('button', { name: 'Propose a change…' }));
  await user.click(screen.getByRole('button', { name: 'Text' }));
  const withPerson = (name: string) => ({ ...policy, people: { ...policy.people, [name]: { roles: ['catalog'] } } });
  const typed = JSON.stringify(withPerson('kiran'));
  fireEvent.change(screen.getByLabelText('Policy, after version 2'), { target: { value: typed } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'kiran joins' } });
  setResponse('POST policy', { error: 'The release policy is at version 3' }, 409);
  setPolicy({ version: 3, policy: withPerson('tara') });
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  const warning = /^You began this change at version 2, and the policy is at version 3\./;
  expect(await screen.findByText(warning)).toBeInTheDocument();
  cleanup();
  renderConsole('#/policy');
  await user.click(await screen.findByRole('button', { name: 'Propose a change…' }));
  expect(await screen.findByText(warning)).toBeInTheDocument();
  const difference = screen.getByRole('region', { name: 'Difference from version 3' });
  expect(difference).toHaveTextContent(/removed: -\s*"tara".*added: \+\s*"kiran"/);
  expect(screen.getByLabelText(/^Reason/)).toHaveValue('kiran joins');
  setResponse('POST policy', { kind: 'pending', approval: {} });
  expect(screen.getByRole('button', { name: 'Propose' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'I have reviewed it' }));
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByRole('heading', { name: 'Waiting' })).toBeInTheDocument();
  expect(getBodies('POST policy')).toMatchObject([{ replaces: 2 }, { replaces: 3, policy: withPerson('kiran') }]);
});
