/** Milliseconds without an answer after which a server counts as silent. */
const silentAfterMs = 5000;
/** Milliseconds that a request to a silent server waits. */
const shortWaitMs = 1500;
/** Milliseconds between two looks at a wait. */
const lookMs = 250;

/** What a server has said last. Unix milliseconds. */
interface Origin {
  /** Time of its last answer or refusal. */
  heardAt: number;
  /** Time of the first request since then. */
  askedAt?: number | undefined;
}

/**
 * When to stop the wait for an answer:
 * - `deadline`: five seconds after the request, because a stored answer is there;
 * - `origin`: when the server of the request has answered nothing for five seconds. A slow server that answers is waited for;
 * - `any`: when one of the servers has answered nothing for five seconds.
 * Every request waits at least 1.5 seconds, and no longer when its server was silent before.
 */
export type Patience = 'deadline' | 'origin' | 'any';

/**
 * Sends requests and notices when a server says nothing: a network that carries nothing refuses no request, and a browser waits for
 * minutes.
 *
 * @returns `send` sends a request. `listen` resolves to the answer, or to undefined after the wait; it
 *   rejects when the request is refused.
 */
export function createListener(fetchNow: (request: Request) => Promise<Response>) {
  const origins = new Map<string, Origin>();
  const getOrigin = (url: string) => {
    const { origin } = new URL(url);
    const known = origins.get(origin) ?? { heardAt: 0 };
    origins.set(origin, known);
    return known;
  };
  /** @param sentAt Time of a request that has no answer yet. */
  const getSilentMs = ({ heardAt, askedAt }: Origin, sentAt = Number.POSITIVE_INFINITY) => {
    const from = Math.max(heardAt, Math.min(askedAt ?? sentAt, sentAt));
    return Math.max(0, Date.now() - from);
  };

  const send = (request: Request): Promise<Response> => {
    const origin = getOrigin(request.url);
    origin.askedAt ??= Date.now();
    const answer = fetchNow(request);
    const hear = () => {
      origin.heardAt = Date.now();
      origin.askedAt = undefined;
    };
    answer.then(hear, hear);
    return answer;
  };

  const listen = async ({ url }: Request, answer: Promise<Response>, patience: Patience) => {
    const sentAt = Date.now();
    const own = getOrigin(url);
    const deadline = Math.max(shortWaitMs, silentAfterMs - getSilentMs(own));
    const isOver = () => {
      const waited = Date.now() - sentAt;
      if (patience === 'deadline') return waited >= deadline;
      const silent = getSilentMs(own, sentAt);
      const longest =
        patience === 'any' ? Math.max(silent, ...[...origins.values()].map((one) => getSilentMs(one))) : silent;
      return waited >= shortWaitMs && longest >= silentAfterMs;
    };
    let timer: ReturnType<typeof setTimeout>;
    const over = new Promise<undefined>((resolve) => {
      const look = () => {
        if (isOver()) resolve(undefined);
        else timer = setTimeout(look, lookMs);
      };
      look();
    });
    return Promise.race([answer, over]).finally(() => clearTimeout(timer));
  };

  return { send, listen };
}
