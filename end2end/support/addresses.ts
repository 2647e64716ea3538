// Where the servers of the tests listen.

/** The server that answers by quoting. */
export const QUOTING_URL = process.env.FOOTNOTE_URL ?? "http://127.0.0.1:3900";

/** The server whose answers the scripted model writes. */
export const MODEL_URL = process.env.FOOTNOTE_MODEL_URL ?? "http://127.0.0.1:3901";

/** The server with a front end of others in the page's place, where nobody may upload. */
export const FRONT_END_URL = process.env.FOOTNOTE_FRONT_END_URL ?? "http://127.0.0.1:3903";

/** The port of the scripted model. */
export const SCRIPTED_PORT = 3902;
