// The servers of the tests of the stores over PostgreSQL, each with its means, its address and its commands.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

const USER = "footnote";
// Whatever is lost when the machine fails is only a test's; and a server that is small starts at once.
const SETTINGS = {
  fsync: "off", full_page_writes: "off", synchronous_commit: "off", wal_level: "minimal", max_wal_senders: "0",
  shared_buffers: "32MB", dynamic_shared_memory_type: "mmap", max_connections: "300",
  max_wal_size: "256MB", listen_addresses: "127.0.0.1", unix_socket_directories: "",
};

/** The servers, at these ports, with their data in `folder`; a lane that cannot be had says so in `missing`. */
export function lanes(folder, [plain, pooled, local]) {
  const debian = installed("/usr/lib/postgresql");
  // The collation of a language shows where an order depends on it that should not.
  const language = ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8", "--auth=scram-sha-256"];
  const [socket, certificate] = [join(folder, "local"), certified(join(folder, "plain"))];
  const one = { name: "Debian's PostgreSQL", port: plain, ...postgres(debian, join(folder, "plain"), plain, language, certificate.settings, certificate.commands) };
  return [
    one,
    { name: "Debian's PgBouncer before it, by the transaction", port: pooled, ...pgbouncer(one, join(folder, "pooled"), pooled) },
    { name: "Debian's PostgreSQL at a socket", port: local, socket, ...postgres(debian, socket, local, ["--locale=C.UTF-8", "--auth=trust"], { listen_addresses: "", unix_socket_directories: socket }) },
  ];
}

/** A certificate that the server has made itself, as Debian's has; and the settings with it. */
function certified(folder) {
  const [key, file] = ["key.pem", "certificate.pem"].map((name) => join(folder, name));
  if (!existsSync("/usr/bin/openssl")) return { commands: [], settings: {} };
  const made = ["openssl", "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=localhost", "-keyout", key, "-out", file];
  return { commands: [made], settings: { ssl: "on", ssl_key_file: key, ssl_cert_file: file } };
}

/** The address of a lane's server: a port, or a socket in a folder. */
export function address({ port, socket }) {
  if (socket) return `postgresql://${USER}:${USER}@/postgres?host=${socket}&port=${port}`;
  return `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`;
}

/** The newest of the versions in a folder of Debian's. */
function installed(folder) {
  const versions = existsSync(folder) ? readdirSync(folder).sort((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(folder, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

function postgres(bin, folder, port, options, more = {}, before = []) {
  if (!bin) return { missing: "it is not installed: make servers" };
  const data = join(folder, "data");
  mkdirSync(folder);
  writeFileSync(join(folder, "password"), USER);
  const settings = Object.entries({ ...SETTINGS, ...more, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return {
    log: join(folder, "log"),
    commands: [
      ...before,
      [join(bin, "initdb"), "--no-sync", "--no-instructions", `--username=${USER}`, `--pwfile=${join(folder, "password")}`, "--encoding=UTF8", ...options, "-D", data],
      [join(bin, "postgres"), "-D", data, ...settings],
    ],
    // The port listens before the server answers.
    isReady: () => existsSync(join(data, "postmaster.pid")) && /^ready\s*$/m.test(readFileSync(join(data, "postmaster.pid"), "utf8")),
  };
}

function pgbouncer(server, folder, port) {
  const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(existsSync);
  if (!program) return { missing: "it is not installed: make servers" };
  if (server.missing) return { missing: "there is no server for it" };
  mkdirSync(folder);
  const file = join(folder, "pgbouncer.ini");
  // `any` takes the name that stands in [databases], whoever comes.
  writeFileSync(file, `[databases]
* = host=127.0.0.1 port=${server.port} user=${USER} password=${USER}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 1000
server_idle_timeout = 2
`);
  return { log: join(folder, "log"), commands: [[program, file]], isReady: () => listens(port) };
}

function listens(port) {
  return new Promise((tell) => {
    const socket = connect(port, "127.0.0.1", () => (socket.destroy(), tell(true)));
    socket.on("error", () => tell(false));
  });
}
