/**
 * A lazily loaded component that can be preloaded, and renders at once where its file is loaded. React's own `lazy` shows
 * its fallback first, also for a file that was loaded long ago, and then for at least 300 ms.
 */
import { type ComponentType, createElement, type ReactNode, useLayoutEffect, useState } from 'react';

interface LazyWithPreload<Props extends object> {
  /** Renders `fallback` until the file is loaded; throws the error when loading failed. */
  Component: ComponentType<Props>;
  /** Loads the file, once; after a failure the next call tries again. */
  load: () => Promise<void>;
}

/** @param importComponent imports the file and returns its component */
export function lazyWithPreload<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyWithPreload<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  const load = (): Promise<void> => {
    loading ??= importComponent().then(
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
    // A layout effect: the file is requested before the fallback is painted.
    useLayoutEffect(() => {
      if (isLoaded) return;
      let isUnmounted = false;
      load().then(
        () => {
          if (!isUnmounted) setOutcome({});
        },
        (error: unknown) => {
          if (!isUnmounted) setOutcome({ error });
        },
      );
      return () => {
        isUnmounted = true;
      };
    }, [isLoaded]);
    if ('error' in outcome) throw outcome.error;
    return loaded === null ? fallback : createElement(loaded, props);
  }

  return { Component, load };
}
