import { Agent, request } from 'node:http';

/** Outcomes of the requests of keep-alive clients. */
export interface ClientOutcomes {
  /** Answered requests. */
  answered: number;
  /** Answers with a status of 500 and above. */
  serverErrors: number;
  /** Codes of requests whose connection ended before the answer: the client cannot know whether they had an effect. */
  resets: string[];
  /** Clients that have left because an answer ended their connection, as a load balancer goes on with another server. */
  left: number;
}

export interface KeepAliveClients {
  /** What has happened so far. */
  readonly outcomes: ClientOutcomes;
  /** Resolves when every client has left. */
  ended: Promise<ClientOutcomes>;
  /** Stops the clients. Resolves when their last requests have ended. */
  stop: () => Promise<ClientOutcomes>;
}

/** Starts clients that send one request after the other. Each has one connection and keeps it as long as the server does. */
export function startKeepAliveClients(url: string, count: number): KeepAliveClients {
  const outcomes: ClientOutcomes = { answered: 0, serverErrors: 0, resets: [], left: 0 };
  let isStopped = false;

  const send = (agent: Agent) =>
    new Promise<{ status: number; isLast: boolean }>((resolve, reject) => {
      const sent = request(url, { agent }, (response) => {
        const isLast = response.headers.connection === 'close';
        response.resume().once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, isLast }));
      });
      sent.once('error', reject).end();
    });

  const run = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isStopped) {
      try {
        const { status, isLast } = await send(agent);
        outcomes.answered++;
        if (status >= 500) outcomes.serverErrors++;
        if (!isLast) continue;
        outcomes.left++;
      } catch (error) {
        outcomes.resets.push(String(error));
      }
      break;
    }
    agent.destroy();
  };

  const ended = Promise.all(Array.from({ length: count }, run)).then(() => outcomes);
  return {
    outcomes,
    ended,
    stop: () => {
      isStopped = true;
      return ended;
    },
  };
}
