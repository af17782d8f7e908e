export * from "./image_fetcher_http.ts";
