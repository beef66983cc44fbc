/** R74: what winners are asked for when they claim a prize, and what they answered. As tables.ts says of all. */

/** Of a raffle's draws to come, and of each draw as it was when the draw froze; no row where nothing is asked for. */
interface ClaimFormsTable {
  /** The draw's, once it froze; the raffle's for the draws to come. */
  id: string;
  raffle_id: string;
  /** JSON array of the rules' ClaimField. */
  fields: string;
}

/** Answers of the holder of a prize, for the host's team alone. (draw_id, prize, invitee_id) is the key. */
interface ClaimAnswersTable {
  draw_id: string;
  /** Number in the plan of its draw, from 1. */
  prize: number;
  invitee_id: string;
  raffle_id: string;
  /** JSON object of the rules' ClaimAnswers. */
  answers: string;
  entered_by: 'device' | 'desk' | 'host';
  at: number;
}

export interface ClaimFormTables {
  claim_forms: ClaimFormsTable;
  claim_answers: ClaimAnswersTable;
}
