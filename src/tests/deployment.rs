//! The documented deployments, compared with the settings, the routes and the image.

use std::fs;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use footnote_engine::config::{Hosts, Policy};
use serde::Deserialize as _;
use serde_json::Value;
use tower::ServiceExt;

use crate::support::{text, with_policy};

const COMPOSE: &str = "compose.yaml";
const DOCKERFILE: &str = "Dockerfile";
const KUBERNETES: &str = "docs/kubernetes.yaml";

/// Returns the text of a file.
fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap()
}

/// Returns the documents of a YAML file.
fn documents(file: &str) -> Vec<Value> {
    let yaml = read(file);
    let documents = serde_norway::Deserializer::from_str(&yaml).map(|document| {
        let mut document = serde_norway::Value::deserialize(document).unwrap();
        document.apply_merge().unwrap();
        serde_json::to_value(document).unwrap()
    });
    documents.collect()
}

fn compose() -> Value {
    documents(COMPOSE).remove(0)
}

/// Returns the services that run Footnote.
fn servers(compose: &Value) -> Vec<&Value> {
    let services = compose["services"].as_object().unwrap();
    services.values().filter(|service| service["image"] == "footnote").collect()
}

/// Returns the Kubernetes object of this kind.
fn object(kind: &str) -> Value {
    documents(KUBERNETES).into_iter().find(|object| object["kind"] == kind).unwrap()
}

/// Returns the Kubernetes container.
fn container() -> Value {
    object("Deployment")["spec"]["template"]["spec"]["containers"][0].clone()
}

/// Returns the words after the last occurrence of a Dockerfile instruction.
fn instruction(name: &str) -> String {
    let file = read(DOCKERFILE);
    file.lines().rev().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned()
}

/// Returns the variables of Footnote that a text names.
fn named(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = ["FOOTNOTE_", "OPENAI_", "AZURE_OPENAI_"];
    words.filter(|word| ours.iter().any(|prefix| word.starts_with(prefix))).collect()
}

#[test]
fn every_variable_of_a_deployment_is_a_setting() {
    let settings = read("docs/settings.md");
    for file in [COMPOSE, DOCKERFILE, KUBERNETES].map(read) {
        let named = named(&file);
        assert!(named.len() >= 3, "the variables were found");
        for name in named {
            // Variables that Kubernetes derives from a service are documented only to be turned off.
            let is_known = settings.contains(&format!("| `{name}` |"));
            assert!(is_known || name == "FOOTNOTE_PORT", "{name} is no setting");
        }
    }
}

/// Returns the probes of the Kubernetes pod.
fn probes() -> Vec<Value> {
    let container = container();
    let probes = ["startupProbe", "readinessProbe", "livenessProbe"];
    probes.map(|name| container[name]["httpGet"].clone()).into()
}

/// Returns the status and body with which a server with a host name answers a probe.
async fn checked(path: &str, host: &str) -> (StatusCode, String) {
    let hosts = Hosts::new([0, 0, 0, 0].into(), &["docs.example"]).unwrap();
    let router = with_policy(Policy { hosts, ..Policy::default() });
    let request = Request::get(path).header("host", host).body(Body::empty()).unwrap();
    let response = router.oneshot(request).await.unwrap();
    (response.status(), text(response).await)
}

#[tokio::test]
async fn every_probe_is_answered_by_a_server_that_has_a_name() {
    for probe in probes() {
        let host = &probe["httpHeaders"][0];
        assert_eq!(host["name"], "Host", "{probe}");
        let (path, host) = (probe["path"].as_str().unwrap(), host["value"].as_str().unwrap());
        let (status, body) = checked(path, host).await;
        assert!(status == StatusCode::OK && body.contains("\"status\""), "{path}: {body}");
    }
    let (status, _) = checked("/healthz", "10.1.2.3:3000").await;
    assert_eq!(status, StatusCode::FORBIDDEN, "so a probe must name a host");
}

/// Returns the word after `name` in the proxy's configuration.
fn proxied<'a>(compose: &'a Value, name: &str) -> &'a str {
    let content = compose["configs"]["proxy"]["content"].as_str().unwrap();
    let (_, after) = content.split_once(name).unwrap();
    after.split_whitespace().next().unwrap()
}

#[tokio::test]
async fn the_proxys_check_is_answered_too() {
    let compose = compose();
    let (path, host) = (proxied(&compose, "health_uri "), proxied(&compose, "\tHost "));
    let (status, body) = checked(path, host).await;
    assert!(status == StatusCode::OK && body.contains("\"status\""), "{path}: {body}");
}

#[test]
fn every_port_is_that_of_the_image() {
    let port = instruction("EXPOSE ");
    assert!(read(DOCKERFILE).contains(&format!("FOOTNOTE_ADDRESS=0.0.0.0:{port} ")));
    let container = container();
    let listens = &container["ports"][0];
    assert_eq!(listens["containerPort"].to_string(), port);
    let service = object("Service")["spec"]["ports"][0]["targetPort"].clone();
    let allowed = object("NetworkPolicy")["spec"]["ingress"][0]["ports"][0]["port"].clone();
    let probed = probes().into_iter().map(|probe| probe["port"].clone());
    for named in probed.chain([service, allowed]) {
        assert_eq!(named, listens["name"]);
    }
    let compose = compose();
    let content = compose["configs"]["proxy"]["content"].as_str().unwrap();
    let (_, behind) = content.split_once("reverse_proxy ").unwrap();
    for server in behind.lines().next().unwrap().trim_end_matches('{').split_whitespace() {
        let (name, behind) = server.split_once(':').unwrap();
        assert!(compose["services"][name].is_object() && behind == port, "{server}");
    }
}

#[test]
fn only_the_proxy_is_believed_and_it_names_the_reader_itself() {
    let compose = compose();
    let servers = servers(&compose);
    assert_eq!(servers.len(), 2);
    for server in servers {
        let settings = &server["environment"];
        let proxy = &compose["services"]["proxy"]["networks"]["front"]["ipv4_address"];
        assert_eq!(&settings["FOOTNOTE_PROXIES"], proxy);
        assert_eq!(settings["FOOTNOTE_USER_HEADER"], proxied(&compose, "\theader_up "));
        assert!(server["ports"].is_null(), "it is reached through the proxy alone");
    }
}

#[test]
fn no_secret_stands_in_a_deployment() {
    let is_secret = |name: &str| {
        name == "FOOTNOTE_STORE" || name.ends_with("_KEY") || name.ends_with("PASSWORD")
    };
    let container = container();
    let variables = container["env"].as_array().unwrap();
    let secret = variables.iter().filter(|variable| is_secret(variable["name"].as_str().unwrap()));
    let mut found = 0;
    for variable in secret {
        assert!(variable["valueFrom"]["secretKeyRef"].is_object(), "{variable}");
        found += 1;
    }
    let compose = compose();
    let services = compose["services"].as_object().unwrap().values();
    for (name, value) in services.filter_map(|one| one["environment"].as_object()).flatten() {
        let outside = value.as_str().is_none_or(|value| value.contains("${"));
        assert!(outside || !is_secret(name), "{name}");
        found += usize::from(is_secret(name));
    }
    assert_eq!(found, 7, "the secrets were found");
}

#[test]
fn whatever_is_deployed_may_do_as_little_as_it_needs() {
    let user = instruction("USER ");
    let pod = &object("Deployment")["spec"]["template"]["spec"]["securityContext"];
    assert_eq!(format!("{}:{}", pod["runAsUser"], pod["runAsGroup"]), user);
    assert_eq!(
        (&pod["runAsNonRoot"], &pod["seccompProfile"]["type"]),
        (&true.into(), &"RuntimeDefault".into())
    );
    let security = &container()["securityContext"];
    assert_eq!(security["readOnlyRootFilesystem"], true);
    assert_eq!(security["allowPrivilegeEscalation"], false);
    assert_eq!(security["capabilities"]["drop"][0], "ALL");
    for (name, service) in compose()["services"].as_object().unwrap() {
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(service["cap_drop"][0], "ALL", "{name}");
        assert_eq!(service["security_opt"][0], "no-new-privileges:true", "{name}");
        assert_eq!(service["restart"], "unless-stopped", "{name}");
        assert!(service["healthcheck"]["test"].is_array(), "{name}");
    }
}
