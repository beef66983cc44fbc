/**
 * The sections of the workspace page, in the order in which they are listed. A further one is a component in a folder of its
 * own that takes `WorkspaceSectionProps`, and a line here: its name in the address, its label, who sees it, and its file.
 */
import type { ComponentType } from 'react';
import type { WorkspaceAbility } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { LoadingShape } from '../../ui/loading-shape.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { WorkspaceSectionProps } from './section-props.ts';

interface WorkspaceSection {
  /** Behind `/workspace/`; the first section is shown at the page's own address. */
  name: string;
  label: () => string;
  /** Whose role has this sees it. */
  ability: WorkspaceAbility;
  /** Fetched when it is opened. */
  section: { Component: ComponentType<WorkspaceSectionProps>; load: () => Promise<void> };
}

export const WORKSPACE_SECTIONS: readonly WorkspaceSection[] = [
  {
    name: 'people',
    label: m.workspace_people,
    ability: 'see_workspace',
    section: lazyWithPreload(
      async () => (await import('./people/people-section.tsx')).PeopleSection,
      <SectionShape />,
    ),
  },
  {
    name: 'tokens',
    label: m.tokens_title,
    ability: 'manage_tokens',
    section: lazyWithPreload(
      async () => (await import('./tokens/tokens-section.tsx')).TokensSection,
      <SectionShape />,
    ),
  },
  {
    name: 'webhooks',
    label: m.webhooks_title,
    ability: 'manage_webhooks',
    section: lazyWithPreload(
      async () => (await import('./webhooks/webhooks-section.tsx')).WebhooksSection,
      <SectionShape />,
    ),
  },
  {
    name: 'settings',
    label: m.workspace_settings,
    ability: 'see_workspace',
    section: lazyWithPreload(
      async () => (await import('./settings/settings-section.tsx')).SettingsSection,
      <SectionShape />,
    ),
  },
];

/** While a section's file is on its way. */
function SectionShape() {
  return (
    <LoadingShape>
      <Skeleton className="h-96" />
    </LoadingShape>
  );
}
