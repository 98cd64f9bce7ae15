import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { LazyComponent, preloadComponent } from './lazy-component';

it('shows its placeholder until the loaded component has rendered', async () => {
  let resolve = (_text: string): void => undefined;
  const text = new Promise<string>((end) => {
    resolve = end;
  });
  const Form = () => <p>{use(text)}</p>;
  const load = async () => Form;
  render(
    <Suspense fallback={<p>Outside</p>}>
      <LazyComponent load={load} props={{}} placeholder={<p>Loading</p>} failure="The form did not load." />
    </Suspense>,
  );
  await act(() => new Promise((end) => setTimeout(end)));
  expect(screen.getByText('Loading')).toBeVisible();
  expect(screen.queryByText('Outside')).not.toBeInTheDocument();
  await act(async () => resolve('Ready'));
  expect(screen.getByText('Ready')).toBeInTheDocument();
  expect(screen.queryByText('Loading')).not.toBeInTheDocument();
});

it('shows a component that has loaded early in its first render', async () => {
  const load = async () => () => <p>Ready</p>;
  preloadComponent(load);
  await new Promise((end) => setTimeout(end));
  render(<LazyComponent load={load} props={{}} placeholder={<p>Loading</p>} failure="The form did not load." />);
  expect(screen.getByText('Ready')).toBeInTheDocument();
});

const chunkError = Object.assign(new Error('Loading chunk form failed.'), { name: 'ChunkLoadError' });
const request = '/r/mf-content/1.0.0/form.css';

it.each([
  ['an exception in the code', new TypeError('no theme'), 1],
  ['an exception of our own', new Error('no theme'), 1],
  ['an exception in a shared module', new Error('controls did not load', { cause: new TypeError('no theme') }), 1],
  ['a file that did not load', chunkError, 0],
  ['a shared module that did not load', new Error('controls did not load', { cause: chunkError }), 0],
  ['a style sheet that did not load', Object.assign(new Error('Loading CSS chunk form failed.'), { request }), 0],
])('reports %s when it loads a component early', async (_what, error, reports) => {
  const reported = jest.fn();
  Object.assign(globalThis, { reportError: reported });
  preloadComponent(() => Promise.reject(error));
  await new Promise((end) => setTimeout(end));
  expect(reported).toHaveBeenCalledTimes(reports);
  Reflect.deleteProperty(globalThis, 'reportError');
});
