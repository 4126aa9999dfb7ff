import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly database: { readonly ownerUrl: string; readonly appUrl: string; readonly endpointUrl: string };
    readonly controlUrl: string;
  }
}
