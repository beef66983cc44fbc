/** Signing in or up: one call, then on to the console, or where the host wanted to go, after the moment that the seed asks for. */
import { useState } from 'react';
import type { CurrentUser, SecondStep } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { CallFailed, sentenceOf } from '../../api/call.ts';
import { toast } from '../../ui/toast.tsx';

const REDIRECT_MS = 500;

interface EntryTexts {
  welcomeTitle: string;
  welcomeText: string;
  failedTitle: string;
  failedText: string;
}

export type EntryFailure = Readonly<Record<string, string>>;

/**
 * `enter` makes the call and answers the server's sentences per field, or the second step that the account asks for;
 * null: signed in. `pending` lasts until the next page is shown.
 *
 * @param to where it leads, a path
 */
export function useEntry(texts: EntryTexts, to = '/host') {
  const [pending, setPending] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();

  const enter = async (
    send: () => Promise<CurrentUser | SecondStep>,
  ): Promise<{ fields: EntryFailure } | SecondStep | null> => {
    setPending(true);
    try {
      const answer = await send();
      if ('second_step' in answer) {
        setPending(false);
        return answer;
      }
      toast({ title: texts.welcomeTitle, description: texts.welcomeText, tone: 'good' });
      setTimeout(() => {
        // Nothing that another account has seen may stay.
        queryClient.clear();
        navigate(to);
      }, REDIRECT_MS);
      return null;
    } catch (error) {
      setPending(false);
      toast({
        title: texts.failedTitle,
        description: sentenceOf(error, texts.failedText),
        tone: 'danger',
      });
      return { fields: error instanceof CallFailed ? (error.fields ?? {}) : {} };
    }
  };

  return { enter, pending };
}
