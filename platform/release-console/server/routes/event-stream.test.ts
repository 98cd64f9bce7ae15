import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestConsole, tokens } from '../testing/test-console';

describe('the event stream', () => {
  it('reports a change that was made elsewhere', async () => {
    const { app, as, environment, store } = await createTestConsole();
    const { cookie } = await as(tokens.ravi);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const readUntil = async (wanted: string) => {
        let text = '';
        while (!text.includes(wanted)) {
          const chunk = await reader?.read();
          if (!chunk || chunk.done) throw new Error(`the stream ended: ${text}`);
          text += chunk.value;
        }
      };
      // A new page receives an event at once, because it missed the changes before its connection.
      await readUntil('event: change');
      const release = await publish(store, {
        appRoot: writeFakeBuild({ app: 'mf-b', content: 'b', paths: { more: '/b' } }),
        commit: '',
      });
      await promote(environment, [release], testAuthor, passingGates);
      await readUntil('event: change');
    } finally {
      await app.close();
    }
  });
});
