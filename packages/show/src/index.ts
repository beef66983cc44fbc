/** The live draw's animation: five styles and a calm version, each a pure function of plan and time. Browser only. */
export { openShow, warmShow } from './show.ts';
export type { Show, ShowOptions, ShowStats, WarmStage } from './show.ts';
export { SHOW_STYLES } from './plan.ts';
export type { Entrant, SceneState, ShowPlan, ShowResult, ShowStyle, Winner } from './plan.ts';
export type { QualityLevel } from './engine/quality.ts';
export type { ShowTexts } from './winners/layer.ts';
