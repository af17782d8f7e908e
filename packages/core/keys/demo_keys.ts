/**
 * The keys of `paraph demo`, the same on every start. They are public: only the demo accepts them, from its
 * own machine, and no database contains them.
 */
export const DEMO_KEYS = {
  account: "svc_acct_demo-key-for-this-machine-only-not-a-secret",
  project: "svc_test_demo-key-for-this-machine-only-not-a-secret",
} as const;
