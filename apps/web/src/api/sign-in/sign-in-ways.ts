/** R83: how people sign in here, and going to the OpenID provider. */
import type { ProviderPurpose, ProviderStart, SignInWays } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../call.ts';

/** What is shown while nobody can say: the password form, whose answer explains the rest. */
const UNKNOWN: SignInWays = { passwords: true, provider: null };

/** Undefined while loading. */
export function useSignInWays(): SignInWays | undefined {
  const { data, isError } = useQuery({
    queryKey: ['/api/auth/ways'],
    queryFn: () => call<SignInWays>('GET', '/api/auth/ways'),
    staleTime: Infinity,
  });
  return isError ? UNKNOWN : data;
}

interface ProviderSignIn {
  purpose: ProviderPurpose;
  /** A path of this site. */
  returnTo?: string;
  /** R82: of a sign-up link. */
  signUpToken?: string | null;
}

/** The provider's address for one sign-in. @throws CallFailed */
export async function providerAddress({ purpose, returnTo, signUpToken }: ProviderSignIn): Promise<string> {
  const { url } = await call<ProviderStart>('POST', '/api/auth/provider/start', {
    purpose,
    ...(returnTo !== undefined && { return_to: returnTo }),
    ...(typeof signUpToken === 'string' && { sign_up_token: signUpToken }),
  });
  return url;
}

/** Leaves this page for the provider's. @throws CallFailed */
export async function goToProvider(signIn: ProviderSignIn): Promise<void> {
  window.location.assign(await providerAddress(signIn));
}
