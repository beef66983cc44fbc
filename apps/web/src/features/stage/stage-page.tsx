/**
 * /stage/:raffleId?key=…: the screen for a hall (projector) or a stream (`overlay=1`, transparent). No controls, type that is
 * read from the last row, and the same show as on every phone. Anyone who has the link sees names in full (R43).
 *
 * `theme=dark` and `sound=1` in the address choose what nobody can press here; over a stream `theme=dark` also says that the
 * stream is dark.
 */
import type { StageInfo } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useParams, useSearch } from 'wouter';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Stage } from './stage.tsx';
import { StageFrame } from './stage-frame.tsx';
import { StageReactions } from './stage-reactions.tsx';

/** The host may switch the public link at any time. */
const LOOK_AGAIN_MS = 15_000;

export function StagePage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  const query = new URLSearchParams(useSearch());
  const key = query.get('key') ?? '';
  const isOverlay = query.get('overlay') === '1';
  const theme = query.get('theme');
  const path = `/api/raffles/${raffleId}/stage`;
  const info = useQuery<StageInfo, CallFailed>({
    queryKey: [path, key],
    queryFn: () => call<StageInfo>('GET', `${path}?key=${encodeURIComponent(key)}`),
    refetchInterval: ({ state }) => (isWrong(state.error) ? false : LOOK_AGAIN_MS),
  });
  const { refetch } = info;
  const known = info.data?.raffle.status;
  const onStatus = useCallback(
    (status: string) => {
      if (known !== undefined && known !== status) void refetch();
    },
    [known, refetch],
  );
  useTheme(theme);
  useTransparency(isOverlay);
  if (info.data !== undefined) {
    return (
      <>
        <Stage
          info={info.data}
          stageKey={key}
          isOverlay={isOverlay}
          isOnDark={theme === 'dark'}
          hasSound={query.get('sound') === '1'}
          onStatus={onStatus}
        />
        <StageReactions raffleId={info.data.raffle.id} stageKey={key} />
      </>
    );
  }
  return (
    <StageFrame title={m.stage_title()} isOverlay={isOverlay}>
      {isWrong(info.error) ? (
        <div className="grid flex-1 place-content-center gap-[2vh] text-center">
          <h1 className="text-[8vh]">{m.stage_invalid_title()}</h1>
          <p className="text-[4vh] text-ink-soft">{m.stage_invalid_text()}</p>
        </div>
      ) : (
        <p role="status" className="grid flex-1 place-content-center text-[4vh] text-ink-soft">
          {m.stage_unreachable()}
        </p>
      )}
    </StageFrame>
  );
}

function isWrong(failure: CallFailed | null): boolean {
  return failure !== null && failure.status >= 400 && failure.status < 500 && failure.status !== 429;
}

/** @param theme as the address says; otherwise as this browser remembers */
function useTheme(theme: string | null): void {
  useEffect(() => {
    if (theme !== 'dark' && theme !== 'light') return;
    document.documentElement.classList.toggle('dark', theme === 'dark');
  }, [theme]);
}

/** For a stream the page behind the picture must not be there. */
function useTransparency(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const { documentElement: page, body } = document;
    page.style.background = 'transparent';
    page.style.colorScheme = 'normal';
    body.style.background = 'transparent';
    return () => {
      page.style.removeProperty('background');
      page.style.removeProperty('color-scheme');
      body.style.removeProperty('background');
    };
  }, [isWanted]);
}
