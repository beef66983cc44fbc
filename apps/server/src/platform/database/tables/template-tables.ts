/** Tables of raffles that are made from others (R80). As tables.ts says of all. */

/** A raffle saved as a template: its settings, prizes and draws, without people, links and dates. Only its host sees it. */
interface RaffleTemplatesTable {
  id: string;
  host_id: string;
  /** What the host calls it; names need not differ. */
  name: string;
  /** JSON: what a copy of the raffle carries (features/raffles/copies). The images in it belong to this row. */
  content: string;
  created_at: number;
  updated_at: number;
}

export interface TemplateTables {
  raffle_templates: RaffleTemplatesTable;
}
