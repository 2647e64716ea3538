// An issuer of OpenID Connect for tests and for a first try: whoever names a user there is that user, and no password
// is right or wrong. Never use it for readers.
//
//   node support/issuer.mjs <address of the issuer> <address of Footnote>
//
// The client is `footnote` with the secret `footnote-secret`. USERS names each user with their groups.
import Provider from "oidc-provider";

const [issuer = "http://localhost:4000", footnote = "http://localhost:3000"] = process.argv.slice(2);
const users = process.env.USERS ?? "ada: hr, staff; eve: staff";
const groups = new Map(
  users.split(";").map((line) => {
    const [name, list = ""] = line.split(":");
    return [name.trim(), list.split(",").map((group) => group.trim()).filter(Boolean)];
  }),
);

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "footnote",
      client_secret: "footnote-secret",
      redirect_uris: [`${footnote}/sign-in/callback`],
      post_logout_redirect_uris: [footnote],
      id_token_signed_response_alg: "RS256",
    },
  ],
  cookies: { keys: ["not a secret"] },
  claims: { openid: ["sub"], profile: ["groups"], email: ["email", "email_verified"] },
  // As with Keycloak, the ID token has the claims; API clients send it.
  conformIdTokenClaims: process.env.CLAIMS === "userinfo",
  pkce: { required: () => true },
  ttl: { IdToken: 3600, Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600 },
  findAccount: (_, name) =>
    groups.has(name) && {
      accountId: name,
      claims: () => ({ sub: name, email: `${name}@example.org`, email_verified: true, groups: groups.get(name) }),
    },
});
// Browsers in tests have no connection, and its pages ask for fonts elsewhere.
provider.use(async (context, next) => {
  await next();
  context.set("content-security-policy", "default-src 'self' 'unsafe-inline'");
});
const { port } = new URL(issuer);
provider.listen(Number(port), () => console.log(`an issuer for tests is at ${issuer}`));
