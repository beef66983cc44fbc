/** Tables of raffles that are made from others (R80). As tables.ts says of all. */
import type { WorkspaceColumns } from './workspace-tables.ts';

/** A raffle saved as a template: its settings, prizes and draws, without people, links and dates. Only its workspace sees it. */
interface RaffleTemplatesTable extends WorkspaceColumns {
  id: string;
  /** Who saved it. */
  host_id: string;
  /** What it is called; names need not differ. */
  name: string;
  /** JSON: what a copy of the raffle carries (features/raffles/copies). The images in it belong to this row. */
  content: string;
  created_at: number;
  updated_at: number;
}

export interface TemplateTables {
  raffle_templates: RaffleTemplatesTable;
}
