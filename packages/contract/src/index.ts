/** Public surface of the contract: what server and browser agree on, and nothing else. */
export * from './primitives.ts';
export * from './errors.ts';
export * from './accounts.ts';
export * from './raffles.ts';
export * from './invitations.ts';
export * from './entries.ts';
export * from './draws.ts';
export * from './legal.ts';
export * from './live.ts';
export * from './settings.ts';
export * from './exports.ts';
export * from './continue.ts';
export * from './stage.ts';
export * from './chat.ts';
export * from './votes.ts';
export * from './unsubscribe.ts';
export * from './push.ts';
