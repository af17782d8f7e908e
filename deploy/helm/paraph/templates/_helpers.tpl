{{- define "paraph.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* The prefix of all names, short enough for the longest suffix. */}}
{{- define "paraph.fullname" -}}
{{- $name := include "paraph.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels that never change: selectors of Deployments are immutable. */}}
{{- define "paraph.selectorLabels" -}}
app.kubernetes.io/name: {{ include "paraph.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "paraph.labels" -}}
{{ include "paraph.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "paraph.image" -}}
{{- $repository := required "Set image.repository to the image that you built and pushed, such as registry.example.com/paraph" .Values.image.repository }}
{{- if .Values.image.digest }}
{{- printf "%s@%s" $repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" $repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{- define "paraph.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "paraph.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "paraph.secretName" -}}
{{- default (include "paraph.fullname" .) .Values.existingSecret }}
{{- end }}

{{- define "paraph.claimName" -}}
{{- default (printf "%s-data" (include "paraph.fullname" .)) .Values.storage.volume.existingClaim }}
{{- end }}

{{/* Settings of a pod that all pods share. */}}
{{- define "paraph.podSettings" -}}
automountServiceAccountToken: false
# A Service named paraph would add variables with the prefix PARAPH_, which are settings.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- end }}

{{- define "paraph.containerSettings" -}}
image: {{ include "paraph.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- toYaml .Values.containerSecurityContext | nindent 2 }}
{{- end }}

{{/* Where a pod runs. */}}
{{- define "paraph.scheduling" -}}
topologySpreadConstraints:
{{- if .settings.topologySpreadConstraints }}
  {{- toYaml .settings.topologySpreadConstraints | nindent 2 }}
{{- else }}
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "paraph.selectorLabels" $ | nindent 8 }}
  {{- end }}
{{- end }}
{{- with .settings.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- end }}

{{/* Restarts pods when their configuration changes. The chart cannot see changes of an existing Secret. */}}
{{- define "paraph.podAnnotations" -}}
checksum/config: {{ toJson (list .root.Values.config .root.Values.ingress.enabled) | sha256sum }}
{{- if not .root.Values.existingSecret }}
checksum/secrets: {{ toJson .root.Values.secrets | sha256sum }}
{{- end }}
{{- with .settings.podAnnotations }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The environment of servers and workers. Only the listed keys of the Secret are read. */}}
{{- define "paraph.environment" -}}
envFrom:
  - configMapRef:
      name: {{ include "paraph.fullname" .root }}
env:
  - name: WORKER_CONCURRENCY
    value: {{ .settings.concurrency | quote }}
  # A subfolder, because the process must own its data directory.
  - name: DATA_DIR
    value: /data/paraph
  {{- with .root.Values.storage.url }}
  - name: STORAGE_URL
    value: {{ . | quote }}
  {{- end }}
  {{- if .root.Values.signing.existingSecret }}
  - name: SIGNING_P12_PATH
    value: {{ printf "/etc/paraph/signing/%s" .root.Values.signing.key | quote }}
  {{- end }}
  {{- $required := list "DATABASE_URL" }}
  {{- if .root.Values.storage.url }}
  {{- $required = list "DATABASE_URL" "EMBED_SIGNING_KEY" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
  {{- end }}
  {{- range list "DATABASE_URL" "DATABASE_READ_URL" "EMBED_SIGNING_KEY" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" "AWS_SESSION_TOKEN" "SERVICE_ADMIN_KEY" "SMTP_URL" "REDIS_URL" "SIGNING_P12_PASSWORD" "FIRMA_API_KEY" "FIRMA_WEBHOOK_SECRET" "FIRMA_WEBHOOK_SECRET_OLD" "DOCUMENSO_API_KEY" "DOCUMENSO_WEBHOOK_SECRET" "OTEL_EXPORTER_OTLP_HEADERS" }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef:
        name: {{ include "paraph.secretName" $.root }}
        key: {{ . }}
        {{- if not (has . $required) }}
        optional: true
        {{- end }}
  {{- end }}
{{- end }}

{{- define "paraph.volumeMounts" -}}
- name: data
  mountPath: /data
- name: temporary
  mountPath: /tmp
{{- if .Values.signing.existingSecret }}
- name: signing
  mountPath: /etc/paraph/signing
  readOnly: true
{{- end }}
{{- end }}

{{- define "paraph.volumes" -}}
- name: data
  {{- if .Values.storage.volume.enabled }}
  persistentVolumeClaim:
    claimName: {{ include "paraph.claimName" . }}
  {{- else }}
  emptyDir:
    sizeLimit: {{ .Values.storage.temporarySize }}
  {{- end }}
- name: temporary
  emptyDir:
    sizeLimit: {{ .Values.storage.temporarySize }}
{{- if .Values.signing.existingSecret }}
- name: signing
  secret:
    secretName: {{ .Values.signing.existingSecret }}
    # 0440
    defaultMode: 288
    items:
      - key: {{ .Values.signing.key }}
        path: {{ .Values.signing.key }}
{{- end }}
{{- end }}

{{/* Fails with what to set, before anything is installed. */}}
{{- define "paraph.validate" -}}
{{- $values := .Values }}
{{- $signing := $values.signing.existingSecret }}
{{- $provider := default "builtin" $values.config.SIGNATURE_PROVIDER }}
{{- if not $values.config.PUBLIC_URL }}
{{- fail "Set config.PUBLIC_URL to the URL where others reach the server, such as https://paraph.example.com" }}
{{- end }}
{{- if and $values.existingSecret $values.secrets }}
{{- fail "Set either existingSecret or secrets, not both" }}
{{- end }}
{{- if not (or $values.existingSecret $values.secrets.DATABASE_URL) }}
{{- fail "Set existingSecret to a Secret with DATABASE_URL, or set secrets.DATABASE_URL: the embedded database serves a single process" }}
{{- end }}
{{- if and $values.storage.url $values.storage.volume.enabled }}
{{- fail "Set either storage.url or storage.volume.enabled, not both" }}
{{- end }}
{{- if not (or $values.storage.url $values.storage.volume.enabled) }}
{{- fail "Set storage.url to a bucket, such as s3://acme-documents?region=eu-central-1, or set storage.volume.enabled" }}
{{- end }}
{{- if and $values.storage.url (eq $provider "builtin") (not $signing) }}
{{- fail "Set signing.existingSecret to a Secret with a PKCS#12 file: without a shared volume, each worker would create its own signing certificate. Or set config.SIGNATURE_PROVIDER to none, firma or documenso" }}
{{- end }}
{{- if and $values.storage.url $values.secrets (not $values.secrets.EMBED_SIGNING_KEY) }}
{{- fail "Set secrets.EMBED_SIGNING_KEY to a private Ed25519 JWK: without a shared volume, each server would create its own key" }}
{{- end }}
{{- if and $values.worker.autoscaling.enabled (eq $values.worker.autoscaling.kind "keda") (not $values.worker.autoscaling.keda.serverAddress) }}
{{- fail "Set worker.autoscaling.keda.serverAddress to the URL of Prometheus, such as http://prometheus.monitoring:9090" }}
{{- end }}
{{- end }}
