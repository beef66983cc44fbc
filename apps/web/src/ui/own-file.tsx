/**
 * A component in a file of its own that is drawn the moment its file is there. React's own `lazy` first shows its
 * fallback, also for a file that was loaded long ago, and then keeps it up for at least 300 ms.
 */
import { type ComponentType, createElement, type ReactNode, useLayoutEffect, useState } from 'react';

interface OwnFile<Props extends object> {
  /** Draws `waiting` until the file is there, and throws what kept it from being loaded. */
  Component: ComponentType<Props>;
  /** Fetches the file, once; after a failure the next call tries again. */
  load: () => Promise<void>;
}

/** @param fetchFile imports the file and gives its component */
export function ownFile<Props extends object>(
  fetchFile: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): OwnFile<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  const load = (): Promise<void> => {
    loading ??= fetchFile().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  function Component(props: Props): ReactNode {
    const [outcome, setOutcome] = useState<{ error?: unknown }>({});
    const isLoaded = loaded !== null;
    // Before the browser paints what waits: the file is asked for a frame sooner.
    useLayoutEffect(() => {
      if (isLoaded) return;
      let isGone = false;
      load().then(
        () => {
          if (!isGone) setOutcome({});
        },
        (error: unknown) => {
          if (!isGone) setOutcome({ error });
        },
      );
      return () => {
        isGone = true;
      };
    }, [isLoaded]);
    if ('error' in outcome) throw outcome.error;
    return loaded === null ? waiting : createElement(loaded, props);
  }

  return { Component, load };
}
