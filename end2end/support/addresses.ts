// Where the servers of the tests listen: each worker of Playwright has its own.

/** How many workers there are. */
export const WORKERS = 2;

/** The servers of a worker, by its number. */
export function addresses(worker: number) {
  const at = (port: number) => `http://127.0.0.1:${3900 + 10 * worker + port}`;
  const given = (url?: string) => (worker === 0 ? url : undefined);
  return {
    /** Answers by quoting. */
    quoting: given(process.env.FOOTNOTE_URL) ?? at(0),
    /** Has answers that the scripted model writes. */
    model: at(1),
    /** The port of the scripted model. */
    scripted: 3902 + 10 * worker,
    /** Has a front end of others in the page's place. */
    frontEnd: at(3),
  };
}

const own = addresses(Number(process.env.TEST_PARALLEL_INDEX ?? 0));

/** The server that answers by quoting. */
export const QUOTING_URL = own.quoting;

/** The server whose answers the scripted model writes. */
export const MODEL_URL = own.model;

/** The server with a front end of others in the page's place, where nobody may upload. */
export const FRONT_END_URL = own.frontEnd;

/** The port of the scripted model. */
export const SCRIPTED_PORT = own.scripted;
