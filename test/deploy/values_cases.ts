import type { Value } from "./go_template/syntax.ts";

const COMMON = {
  image: { repository: "registry.example.com/paraph" },
  config: { PUBLIC_URL: "https://paraph.example.com:8443/base" },
};

/** The least values of an installation with a bucket. */
export const BUCKET = {
  ...COMMON,
  existingSecret: "paraph",
  signing: { existingSecret: "paraph-signing" },
  storage: { url: "s3://acme-documents?region=auto&endpoint=http://minio:9000" },
};

/** The least values of an installation with a volume. */
export const VOLUME = {
  ...COMMON,
  secrets: { DATABASE_URL: "postgres://paraph:secret@postgres:5432/paraph" },
  storage: { volume: { enabled: true } },
};

const PEER = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress" } } };
const SCHEDULING = {
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: "kubernetes.io/hostname",
      whenUnsatisfiable: "DoNotSchedule",
      labelSelector: { matchLabels: { "app.kubernetes.io/name": "paraph" } },
    },
  ],
  affinity: { podAntiAffinity: {} },
  nodeSelector: { "kubernetes.io/arch": "amd64" },
  tolerations: [{ key: "documents", operator: "Exists" }],
  priorityClassName: "important",
  podAnnotations: { "example.com/team": "documents" },
  podLabels: { team: "documents" },
};

/** Values that together use every branch of the chart. */
export const CASES: Readonly<Record<string, { readonly [name: string]: Value }>> = {
  bucket: BUCKET,
  volume: VOLUME,
  "KEDA and the Prometheus Operator": {
    ...BUCKET,
    nameOverride: "documents",
    server: { autoscaling: { enabled: true } },
    worker: {
      autoscaling: {
        enabled: true,
        keda: {
          serverAddress: "http://prometheus.monitoring:9090",
          authModes: "bearer",
          authenticationRef: { name: "prometheus-credentials" },
        },
      },
    },
    serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
  },
  "an external metric": { ...BUCKET, worker: { autoscaling: { enabled: true, kind: "hpa" } } },
  "an external metric with labels": {
    ...BUCKET,
    worker: {
      autoscaling: { enabled: true, kind: "hpa", hpa: { matchLabels: { app: "paraph" } } },
    },
  },
  "every option with a bucket": {
    ...COMMON,
    fullnameOverride: "contracts",
    image: { ...COMMON.image, digest: `sha256:${"0".repeat(64)}`, pullPolicy: "Always" },
    imagePullSecrets: [{ name: "registry" }],
    config: { ...COMMON.config, SIGNATURE_PROVIDER: "none", MAX_BODY_BYTES: "41943040" },
    secrets: {
      ...VOLUME.secrets,
      EMBED_SIGNING_KEY: '{"kty":"OKP","crv":"Ed25519","d":"…","x":"…"}',
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
      SMTP_URL: "smtps://user:password@mail:465",
      REDIS_URL: "redis://redis:6379",
    },
    storage: { url: "s3://acme-documents?region=eu-central-1" },
    server: SCHEDULING,
    worker: SCHEDULING,
    service: { annotations: { "example.com/team": "documents" } },
    serviceAccount: { annotations: { "example.com/role": "paraph" } },
    ingress: {
      enabled: true,
      className: "nginx",
      annotations: { "nginx.ingress.kubernetes.io/proxy-body-size": "21m" },
      tls: [{ secretName: "paraph-tls", hosts: ["paraph.example.com"] }],
    },
    networkPolicy: {
      enabled: true,
      ingressFrom: [PEER],
      egress: [{ to: [{ ipBlock: { cidr: "0.0.0.0/0", except: ["169.254.169.254/32"] } }] }],
    },
  },
  "every option with a volume": {
    ...VOLUME,
    config: { ...COMMON.config, TRUST_PROXY: "2" },
    storage: {
      volume: {
        enabled: true,
        storageClassName: "nfs",
        annotations: { "example.com/backup": "daily" },
      },
    },
    server: { podDisruptionBudget: { enabled: false } },
    worker: { podDisruptionBudget: { enabled: false } },
    migrate: { enabled: false },
    ingress: { enabled: true, hosts: ["paraph.example.com", "embed.example.com"] },
    networkPolicy: { enabled: true },
    serviceAccount: { create: false },
  },
  "an existing claim": {
    ...VOLUME,
    storage: { volume: { enabled: true, existingClaim: "documents" } },
    serviceAccount: { create: false, name: "documents" },
  },
};
