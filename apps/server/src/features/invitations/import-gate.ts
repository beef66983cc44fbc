/** H9: how many lists of people are taken at the same time, however they come in: each makes thousands of links. */
import { createWorkPool } from '../../platform/threads/work-pool.ts';

export const listsAtOnce = createWorkPool({ atOnce: 2, waiting: 8 });
