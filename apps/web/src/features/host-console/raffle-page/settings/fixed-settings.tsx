/** The settings of a raffle that was opened: what people joined for is fixed, and each group says why, or how it still changes. */
import type { ReactNode } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { Lock } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { formatDateTime } from '../../../../ui/date-time.tsx';
import { LinkButton } from '../../../../ui/link-button.tsx';
import { STYLES } from '../../animations/style-texts.ts';
import type { DialogKind } from '../../console-dialogs.tsx';
import { POLICIES } from '../../form/fairness-fields.tsx';
import { ALLOWED_FORMS } from '../../form/names-field.tsx';
import { mustBePresent } from '../../form/raffle-form.ts';
import { counted } from '../../counted.ts';
import { hostCan, hostMay } from '../../host-actions.ts';
import { LeftOutPeople } from '../../left-out/left-out-people.tsx';
import { sectionPath } from '../sections.ts';

interface FixedSettingsProps {
  raffle: HostRaffle;
  onDialog: (kind: DialogKind) => void;
}

export function FixedSettings({ raffle, onDialog }: FixedSettingsProps) {
  return (
    <>
      <p role="note" className="flex gap-3 rounded-xl bg-info-soft px-4 py-3 text-info">
        <Lock aria-hidden className="mt-0.5 size-5 shrink-0" />
        {fixedText(raffle)}
      </p>
      <Group title={m.raffle_settings_about()} why={m.raffle_settings_about_fixed()}>
        <Row name={m.console_field_title()}>{raffle.title}</Row>
        {raffle.description !== '' && (
          <Row name={m.raffle_settings_name_description()}>{raffle.description}</Row>
        )}
      </Group>
      <Group
        title={m.raffle_settings_entering()}
        why={m.raffle_settings_entering_fixed()}
        actions={
          hostCan(raffle, 'change_prizes') && (
            <LinkButton href={sectionPath(raffle.id, 'prizes')} variant="quiet">
              {m.console_change_prizes()}
            </LinkButton>
          )
        }
      >
        <Row name={m.console_field_max_winners()}>{raffle.max_winners.toLocaleString()}</Row>
        <Row name={m.console_field_max_tickets()}>{raffle.max_tickets.toLocaleString()}</Row>
        <Row name={m.raffle_settings_name_places()}>
          {raffle.max_entries?.toLocaleString() ?? m.raffle_settings_places_any()}
        </Row>
        <Row name={m.raffle_settings_name_passphrase()}>
          {raffle.requires_passphrase ? m.raffle_settings_needed() : m.raffle_settings_not_needed()}
        </Row>
        <Row name={m.console_field_must_be_present()}>{onOff(mustBePresent(raffle))}</Row>
        <Row name={m.console_field_names()}>
          {raffle.name_publications.map((form) => ALLOWED_FORMS[form]()).join(' · ')}
        </Row>
      </Group>
      <Group
        title={m.raffle_settings_deadline()}
        why={m.raffle_settings_deadline_fixed()}
        actions={
          hostCan(raffle, 'postpone') &&
          raffle.deadline_at !== null && (
            <Button variant="quiet" onClick={() => onDialog('postpone')}>
              {m.console_postpone()}
            </Button>
          )
        }
      >
        <Row name={m.raffle_settings_name_deadline()}>
          {raffle.deadline_at === null ? m.console_no_deadline() : formatDateTime(raffle.deadline_at)}
        </Row>
        {raffle.promised_deadline_at !== null && (
          <Row name={m.raffle_settings_promised()}>{formatDateTime(raffle.promised_deadline_at)}</Row>
        )}
        <Row name={m.console_field_auto_draw()}>{onOff(raffle.auto_draw)}</Row>
      </Group>
      {raffle.no_win_months !== null && (
        <Group
          title={m.nowin_title()}
          why={m.nowin_fixed()}
          more={hostMay(raffle, 'see_left_out') && <LeftOutPeople raffle={raffle} />}
        >
          <Row name={m.nowin_field()}>{counted(m.nowin_months, raffle.no_win_months)}</Row>
        </Group>
      )}
      <Group title={m.raffle_settings_show()} why={m.raffle_settings_show_fixed()}>
        <Row name={m.console_field_voting()}>{onOff(raffle.voting_enabled)}</Row>
        <Row name={m.console_field_animation()}>
          {STYLES.find(({ style }) => style === raffle.chosen_animation)?.name() ?? raffle.chosen_animation}
        </Row>
      </Group>
      <Group title={m.raffle_settings_rules()} why={m.raffle_settings_rules_fixed()}>
        <Row name={m.raffle_settings_rules()}>
          {raffle.rules_text === '' ? m.raffle_settings_rules_none() : raffle.rules_text}
        </Row>
      </Group>
      <Group title={m.raffle_settings_fairness()} why={m.raffle_settings_fairness_fixed()}>
        <Row name={m.console_field_policy()}>
          {POLICIES[raffle.beacon_policy].name()}
          <span className="block text-sm font-normal text-ink-soft">
            {POLICIES[raffle.beacon_policy].text()}
          </span>
        </Row>
        {raffle.beacon_policy === 'room' && (
          <Row name={m.console_field_room_numbers()}>{raffle.room_numbers.toLocaleString()}</Row>
        )}
        <Row name={m.console_field_witnesses()}>
          {raffle.witness_quorum === 0
            ? m.console_witnesses_not_required()
            : m.console_witnesses_required({ quorum: raffle.witness_quorum })}
        </Row>
        <Row name={m.console_field_adds_chance()}>{onOff(raffle.adds_chance)}</Row>
      </Group>
    </>
  );
}

function fixedText(raffle: HostRaffle): string {
  if (raffle.cleaned_at !== null) return m.raffle_settings_erased();
  // R81: of a draft, to those who only read it.
  return raffle.status === 'draft' ? m.raffle_settings_read_only() : m.raffle_settings_fixed();
}

function onOff(isOn: boolean): string {
  return isOn ? m.raffle_settings_on() : m.raffle_settings_off();
}

interface GroupProps {
  title: string;
  /** Why it is fixed, or how it still changes. */
  why: string;
  /** Below the rows. */
  more?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

function Group({ title, why, more, actions, children }: GroupProps) {
  return (
    <Card className="grid gap-4">
      <div>
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1 text-ink-soft">{why}</p>
      </div>
      <dl className="grid gap-3">{children}</dl>
      {more}
      {actions !== undefined && actions !== false && (
        <div className="flex flex-wrap gap-3 max-sm:*:grow">{actions}</div>
      )}
    </Card>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
