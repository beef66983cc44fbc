/** The raffle's rules as pure functions. Time is always an argument. */
export * from './draw-plan.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './permissions.ts';
export * from './refusals.ts';
export * from './status.ts';
export * from './timeline.ts';
