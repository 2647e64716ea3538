// Containers of an image where only buildah is, which runs none with a read-only root: the image's files are
// mounted so in a space of their own, where its user runs without any capability. The network is the machine's own.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIMIT, log, output } from "./engine.mjs";

// $0 is the root, $1 the volume; the rest is the command. What is mounted goes with the last process.
const CONTAINER = `
  mount --rbind "$0" "$0" && mount --bind "$1" "$0/data" && mount -t tmpfs tmpfs "$0/tmp" &&
  mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -o remount,bind,ro "$0" || exit 125
  shift; cd "$0" && exec "$@"`;

/** The containers of `image`, each with the same fresh volume at /data. */
export function rootfs(image) {
  const working = output("buildah", "from", "--pull-never", image);
  const root = output("buildah", "mount", working);
  const volume = mkdtempSync(join(tmpdir(), "footnote-image-"));
  const { config } = JSON.parse(output("buildah", "inspect", "--type=image", image)).OCIv1;
  // With the owner of the folder itself, as of a new volume.
  output("cp", "--archive", `${root}/data/.`, volume);

  /** The arguments of unshare that run `command` as `named`, with these variables. */
  function inside(command, settings = {}, named = config.User) {
    const [user, group] = named.split(":");
    const env = [...config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
    const as = ["setpriv", `--reuid=${user}`, `--regid=${group}`, "--clear-groups", "--no-new-privs", "--bounding-set=-all"];
    const there = ["env", "--ignore-environment", `--chdir=${config.WorkingDir}`, ...env, ...command];
    return ["--mount", "sh", "-c", CONTAINER, root, volume, "chroot", root, ...as, ...there];
  }

  return {
    config: () => config,
    run: (command, { root = false } = {}) => output("unshare", ...inside(command, {}, root ? "0:0" : config.User)),
    start(port, settings) {
      const here = { ...settings, FOOTNOTE_ADDRESS: `127.0.0.1:${port}` };
      const server = spawn("unshare", inside([...config.Entrypoint, ...config.Cmd], here), { stdio: ["ignore", "pipe", "pipe"] });
      const said = log(server);
      return {
        /** What it has printed. */
        log: () => said.join(""),
        runs: () => server.exitCode === null && server.signalCode === null,
        /** What a command of the program does beside the server. */
        command: (...words) => spawnSync("unshare", inside([...config.Entrypoint, ...words], here), { encoding: "utf8" }),
        /** Asks it to end, and gives the status that it ends with. */
        async stop() {
          const ended = once(server, "exit", { signal: AbortSignal.timeout(LIMIT) });
          server.kill("SIGTERM");
          return (await ended)[0];
        },
        kill: () => server.kill("SIGKILL"),
      };
    },
    remove() {
      spawnSync("buildah", ["rm", working]);
      rmSync(volume, { recursive: true, force: true });
    },
  };
}
