import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Job } from "kubernetes-models/batch/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import {
  ConfigMap,
  PersistentVolumeClaim,
  Pod,
  Secret,
  Service,
  ServiceAccount,
} from "kubernetes-models/v1";

import { print } from "./go_template/functions.ts";
import type { Value } from "./go_template/syntax.ts";

/** The kinds of resources that the chart may have. */
export const KINDS = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ScaledObject,
  Secret,
  Service,
  ServiceAccount,
  ServiceMonitor,
];

/** The problems of a resource by the schemas of Kubernetes, unknown fields included. */
export function resourceProblems(resource: {
  readonly [name: string]: Value;
}): ReadonlyArray<string> {
  const { apiVersion, kind } = resource;
  const model = KINDS.find((each) => each.apiVersion === apiVersion && each.kind === kind);
  if (model === undefined) return [`${print(apiVersion)} ${print(kind)} has no schema`];
  const unread = new Set<string>();
  try {
    // The constructor of a model would read all fields.
    const instance: { readonly validate: () => void } = Object.setPrototypeOf(
      observe(resource, "", unread),
      model.prototype,
    );
    instance.validate();
  } catch (error) {
    return [String(error)];
  }
  return [...unread].map((path) => `${path} is unknown`);
}

/**
 * A copy of a value that removes the path of each field from `unread` when the field is read. The schemas accept
 * unknown fields, but do not read them.
 */
function observe(value: Value, path: string, unread: Set<string>): Value {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [name, member] of Object.entries(value)) {
    const place = `${path}/${name}`;
    const observed = observe(member, place, unread);
    unread.add(place);
    Object.defineProperty(copy, name, {
      enumerable: true,
      get: () => {
        unread.delete(place);
        return observed;
      },
    });
  }
  return copy;
}
