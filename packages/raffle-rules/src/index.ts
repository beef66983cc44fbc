/** Raffle rules as pure functions: status, refusals, permissions, limits, names and the draw's timeline. */
export * from './chat.ts';
export * from './draw-plan.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './permissions.ts';
export { refusalCodes, refusalHttpStatus, refusalMessage } from './refusals.ts';
export type { Decision, Refusal } from './refusals.ts';
export * from './schedule.ts';
export * from './status.ts';
export * from './timeline.ts';
export * from './votes.ts';
