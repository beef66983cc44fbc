/** The landing page: what the product is. */
import { Gift, CalendarClock, ListChecks, Lock, Scale, Sparkles } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { wasHostSeen } from '../../api/seen-host.ts';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useOnDevice } from '../../ui/on-device.ts';
import { Page } from '../../ui/page.tsx';
import { Trial } from './trial/trial.tsx';

interface Feature {
  icon: LucideIcon;
  title: () => string;
  text: () => string;
}

const FEATURES: readonly Feature[] = [
  { icon: Lock, title: m.landing_private_title, text: m.landing_private_text },
  { icon: Scale, title: m.landing_fair_title, text: m.landing_fair_text },
  { icon: Sparkles, title: m.landing_live_title, text: m.landing_live_text },
  { icon: ListChecks, title: m.landing_easy_title, text: m.landing_easy_text },
  { icon: CalendarClock, title: m.landing_schedule_title, text: m.landing_schedule_text },
  { icon: Gift, title: m.landing_winners_title, text: m.landing_winners_text },
];

/** Paper never lies quite straight. */
const TURNS = ['-rotate-3', 'rotate-2', '-rotate-1'];

const STEPS: readonly Omit<Feature, 'icon'>[] = [
  { title: m.landing_step_create_title, text: m.landing_step_create_text },
  { title: m.landing_step_invite_title, text: m.landing_step_invite_text },
  { title: m.landing_step_draw_title, text: m.landing_step_draw_text },
];

export function LandingPage() {
  return (
    <Page title={m.landing_headline()} width="full" actions={<TopLinks />}>
      <Hero />
      <Features />
      <HowItWorks />
      <ClosingCall />
    </Page>
  );
}

function TopLinks() {
  // Who was signed in here before is shown the console first; it asks to sign in where that is over.
  const isHost = useOnDevice(wasHostSeen, false);
  return (
    <>
      <LinkButton
        href={isHost ? '/host' : '/auth'}
        variant="plain"
        className={classNames('whitespace-nowrap', !isHost && 'max-sm:hidden')}
      >
        {m.landing_host_console()}
      </LinkButton>
      <LinkButton
        href="/auth"
        variant="quiet"
        className={classNames('whitespace-nowrap', isHost && 'max-sm:hidden')}
      >
        {m.landing_get_started()}
      </LinkButton>
    </>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-7xl items-center gap-x-12 gap-y-8 px-4 pt-8 pb-14 sm:px-6 lg:grid-cols-[1.1fr_1fr] lg:grid-rows-[auto_auto] lg:pt-10 lg:pb-20">
      <div className="text-center lg:self-end lg:text-left">
        <p className="inline-block rounded-full bg-brand-soft px-4 py-1.5 text-sm font-semibold text-brand-strong">
          {m.landing_badge()}
        </p>
        <h1 className="mt-5 text-[clamp(2.6rem,7.5vw,5rem)] leading-[0.98] font-extrabold tracking-[-0.03em]">
          {m.landing_headline()}
        </h1>
        <p className="mx-auto mt-5 max-w-xl text-xl text-ink-soft lg:mx-0">{m.landing_lead()}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center lg:justify-start">
          <LinkButton href="/auth" className="min-h-13 px-7 text-lg">
            {m.landing_create()}
          </LinkButton>
          <LinkButton href="/auth" variant="quiet" className="min-h-13 px-7 text-lg sm:hidden">
            {m.landing_host_console()}
          </LinkButton>
        </div>
      </div>
      <Trial />
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-7xl px-4 py-14 sm:px-6 lg:py-20">
        <h2 id="features" className="text-center text-3xl sm:text-4xl">
          {m.landing_features_title()}
        </h2>
        <ul className="mt-10 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(({ icon: Icon, title, text }) => (
            <li
              key={title()}
              className="grid grid-cols-[4.5rem_1fr] rounded-2xl border border-line bg-card shadow-card"
            >
              <span className="grid place-items-center border-r-2 border-dashed border-line text-brand">
                <Icon aria-hidden className="size-8" strokeWidth={1.75} />
              </span>
              <div className="p-5">
                <h3 className="text-xl">{title()}</h3>
                <p className="mt-2 text-ink-soft">{text()}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function HowItWorks() {
  return (
    <section aria-labelledby="how" className="mx-auto max-w-7xl px-4 py-14 sm:px-6 lg:py-20">
      <h2 id="how" className="text-center text-3xl sm:text-4xl">
        {m.landing_how_title()}
      </h2>
      <ol className="mt-10 grid gap-10 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title()} className="text-center">
            <div className={classNames('mx-auto w-fit drop-shadow-lg', TURNS[index])}>
              <p
                aria-hidden
                className="ticket-paper w-32 rounded-xl pt-4 pb-8 font-display text-6xl leading-none font-extrabold"
              >
                <span className="text-ticket-print">{index + 1}</span>
              </p>
            </div>
            <h3 className="mt-5 text-2xl">{title()}</h3>
            <p className="mx-auto mt-2 max-w-xs text-ink-soft">{text()}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ClosingCall() {
  return (
    <section className="mx-auto max-w-7xl px-4 pb-14 sm:px-6 lg:pb-20">
      <div className="flex flex-col items-center gap-6 rounded-3xl bg-ink px-6 py-12 text-center text-paper dark:border dark:border-line-strong dark:bg-card dark:text-ink sm:py-16">
        <h2 className="text-3xl sm:text-4xl">{m.landing_closing_title()}</h2>
        <p className="max-w-xl opacity-85">{m.landing_closing_text()}</p>
        <LinkButton href="/auth" className="min-h-13 px-7 text-lg">
          {m.landing_start_creating()}
        </LinkButton>
      </div>
    </section>
  );
}
