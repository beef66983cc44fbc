/**
 * R83, C14: signing in through the provider in a window of its own, so that the page and what was typed stay. Browsers cut the tie
 * between the two windows on the way to another site, so the end is told on a channel that only pages of this site hear.
 */
import type { CurrentUser } from '@glassdrum/contract';
import { providerAddress } from './sign-in-ways.ts';
import type { SignInReason } from './sign-in-offer.ts';

const CHANNEL = 'glassdrum-signed-in';
/** The page of that window once somebody is signed in. */
const SIGNED_IN_PATH = '/auth/signed-in';
const SIZE = 'popup,width=520,height=720';

/** Call it from a click: browsers open no window otherwise. @throws CallFailed */
export async function openProviderWindow(reason: SignInReason): Promise<void> {
  const opened = window.open('about:blank', '_blank', SIZE);
  try {
    const purpose = reason === 'fresh_sign_in_needed' ? 'again' : 'enter';
    const url = await providerAddress({ purpose, returnTo: SIGNED_IN_PATH });
    if (opened === null) window.location.assign(url);
    else opened.location.assign(url);
  } catch (error) {
    opened?.close();
    throw error;
  }
}

/** @returns ends it */
export function onSignedInElsewhere(heard: (user: CurrentUser) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<CurrentUser>) => heard(data));
  return () => channel.close();
}

export function tellSignedIn(user: CurrentUser): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(user);
  channel.close();
}
