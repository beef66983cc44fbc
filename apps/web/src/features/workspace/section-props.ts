/** What each section of the workspace page is given. */
import type { WorkspaceDetail } from '@glassdrum/contract';

export interface WorkspaceSectionProps {
  workspace: WorkspaceDetail;
}
