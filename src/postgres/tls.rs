//! Connections to the database, with TLS as the `sslmode` of its address requires, that end when it falls silent.

use std::sync::Arc;

use deadpool_postgres::Connect;
use futures_util::future::BoxFuture;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::OpenError;

/// The server certificates that are trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Any certificate: traffic is encrypted, but the server is not identified, as with `sslmode=require`.
    Any,
    /// Certificates for the named host that the system trusts.
    System,
    /// Certificates for the named host that are signed by the authorities in this file.
    File(String),
}

/// Opens connections with TLS where it is wanted.
#[derive(Clone)]
pub(crate) struct Connector {
    tls: MakeRustlsConnect,
    /// Changes when the database has fallen silent.
    silence: watch::Sender<()>,
}

impl Connector {
    /// A connector that trusts these certificates.
    pub(crate) fn new(trust: &Trust) -> Result<Self, OpenError> {
        Ok(Self { tls: tls(trust)?, silence: watch::Sender::default() })
    }

    /// Ends all connections of the pool, so that the statements under way fail.
    pub(crate) fn end_all(&self) {
        self.silence.send_replace(());
    }
}

impl MakeTlsConnect<Socket> for Connector {
    type Stream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;
    type TlsConnect = <MakeRustlsConnect as MakeTlsConnect<Socket>>::TlsConnect;
    type Error = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<Self::TlsConnect, Self::Error> {
        // A Unix socket has no host and no TLS, but this is made for it too.
        let host = if host.is_empty() { "localhost" } else { host };
        MakeTlsConnect::<Socket>::make_tls_connect(&mut self.tls, host)
    }
}

impl Connect for Connector {
    fn connect(
        &self,
        config: &Config,
    ) -> BoxFuture<'_, Result<(Client, JoinHandle<()>), tokio_postgres::Error>> {
        let (config, this) = (config.clone(), self.clone());
        Box::pin(async move {
            let (client, connection) = config.connect(this.clone()).await?;
            #[expect(clippy::disallowed_methods, reason = "it ends with its client")]
            let driven = tokio::spawn(async move {
                let mut silent = this.silence.subscribe();
                tokio::select! {
                    ended = connection => if let Err(error) = ended {
                        tracing::warn!("a connection to the database has ended: {error}");
                    },
                    _ = silent.changed() => {}
                }
            });
            Ok((client, driven))
        })
    }
}

fn tls(trust: &Trust) -> Result<MakeRustlsConnect, OpenError> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| OpenError::Certificates(error.into()))?;
    let config = match trust {
        Trust::Any => builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
            .with_no_client_auth(),
        Trust::System => builder
            .with_platform_verifier()
            .map_err(|error| OpenError::Certificates(error.into()))?
            .with_no_client_auth(),
        Trust::File(file) => {
            builder.with_root_certificates(authorities(file)?).with_no_client_auth()
        }
    };
    Ok(MakeRustlsConnect::new(config))
}

fn authorities(file: &str) -> Result<RootCertStore, OpenError> {
    let fault = |error| OpenError::Certificates(error);
    let mut roots = RootCertStore::empty();
    let read = CertificateDer::pem_file_iter(file).map_err(|error| fault(error.into()))?;
    for certificate in read {
        let certificate = certificate.map_err(|error| fault(error.into()))?;
        roots.add(certificate).map_err(|error| fault(error.into()))?;
    }
    Ok(roots)
}

/// Accepts any certificate, but checks that the server has its key.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
