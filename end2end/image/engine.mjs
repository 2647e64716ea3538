// Containers of an image as docker and podman run them.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** The milliseconds after which whoever deploys would kill a server that does not end. */
export const LIMIT = 30_000;

/** What every container of these tests is denied, as compose.yaml and docs/kubernetes.yaml deny it. */
const DENIED = ["--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges"];

/** The containers of `image`, by `tool`: each with the volume `name` at /data. */
export function engine(tool, image, name) {
  // A store on this machine is reached in its own network only.
  const shared = process.env.FOOTNOTE_STORE !== undefined;
  return {
    config() {
      return JSON.parse(output(tool, "image", "inspect", image))[0].Config;
    },
    /** The output of a command in a container of its own, run by root if need be. */
    run(command, { root = false } = {}) {
      const user = root ? ["--user=0:0"] : [];
      return output(tool, "run", "--rm", ...DENIED, ...user, `--entrypoint=${command[0]}`, image, ...command.slice(1));
    },
    start(port, settings) {
      const address = shared ? { FOOTNOTE_ADDRESS: `127.0.0.1:${port}` } : {};
      const network = shared ? "--network=host" : `--publish=127.0.0.1:${port}:3000`;
      const env = variables({ ...settings, ...address });
      const options = ["--rm", `--name=${name}`, ...DENIED, network, `--volume=${name}:/data`];
      const server = spawn(tool, ["run", ...options, ...env, image], { stdio: ["ignore", "pipe", "pipe"] });
      const said = log(server);
      return {
        /** What it has printed. */
        log: () => said.join(""),
        runs: () => server.exitCode === null && server.signalCode === null,
        /** What a command of the program does beside the server. */
        command: (...words) => spawnSync(tool, ["exec", name, "/opt/footnote/footnote", ...words], { encoding: "utf8" }),
        /** Asks it to end, and gives the status that it ends with. */
        async stop() {
          const ended = once(server, "exit", { signal: AbortSignal.timeout(LIMIT) });
          output(tool, "kill", "--signal=TERM", name);
          return (await ended)[0];
        },
        kill: () => spawnSync(tool, ["rm", "--force", name]),
      };
    },
    remove: () => spawnSync(tool, ["volume", "rm", "--force", name]),
  };
}

/** The output of a command that must succeed. */
export function output(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/** What a process prints, piece by piece as it comes. */
export function log(server) {
  const said = [];
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (piece) => said.push(piece.toString()));
  return said;
}

function variables(settings) {
  return Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
}
