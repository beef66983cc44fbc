/** The live draw's animation: five styles and a calm version, each a pure function of plan and time. Browser only. */
export { openShow, warmShow } from './show.ts';
export type { Show } from './show.ts';
export type { ShowRenderer, ShowOptions, ShowStats, WarmStage } from './renderer.ts';
export { SHOW_STYLES } from './plan.ts';
export type { Entrant, SceneState, ShowPlan, ShowResult, ShowStyle, Winner } from './plan.ts';
export type { QualityLevel } from './engine/quality.ts';
export type { ShowTexts } from './winners/layer.ts';
