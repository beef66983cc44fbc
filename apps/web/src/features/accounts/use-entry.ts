/** Signing in or up: one call, then on to the console after the moment that the seed asks for. */
import { useState } from 'react';
import type { LoginBody, RegisterBody } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { toast } from '../../ui/toast.tsx';

const REDIRECT_MS = 500;

interface EntryTexts {
  welcomeTitle: string;
  welcomeText: string;
  failedTitle: string;
  failedText: string;
}

/** `enter` answers with the server's sentences per field; `pending` lasts until the console is shown. */
export function useEntry(path: '/api/auth/login' | '/api/auth/register', texts: EntryTexts) {
  const [pending, setPending] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();

  const enter = async (body: LoginBody | RegisterBody): Promise<Readonly<Record<string, string>>> => {
    setPending(true);
    try {
      await call('POST', path, body);
      toast({ title: texts.welcomeTitle, description: texts.welcomeText, tone: 'good' });
      setTimeout(() => {
        // Nothing that another account has seen may stay.
        queryClient.clear();
        navigate('/host');
      }, REDIRECT_MS);
      return {};
    } catch (error) {
      setPending(false);
      toast({
        title: texts.failedTitle,
        description: sentenceOf(error, texts.failedText),
        tone: 'danger',
      });
      return error instanceof CallFailed ? (error.fields ?? {}) : {};
    }
  };

  return { enter, pending };
}
