/** What is used of a package that brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    addOIDCClaims(claims: string[]): void;
    save(): Promise<string>;
  }
  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
    };
  }
  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: Record<string, unknown>[];
        claims: Record<string, string[]>;
        cookies: { keys: string[] };
        jwks: { keys: Record<string, unknown>[] };
        features: Record<string, { enabled: boolean }>;
        conformIdTokenClaims: boolean;
        ttl: Record<string, number>;
        findAccount(
          context: Context,
          id: string,
        ): { accountId: string; claims(): Record<string, unknown> } | undefined;
        loadExistingGrant(context: Context): Promise<Grant>;
      },
    );
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
