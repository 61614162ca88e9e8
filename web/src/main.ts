import { mount } from 'svelte';
import App from './App.svelte';
import { HOME, IS_SITE } from './lib/home';
import { router } from './state/router.svelte';
import { settings } from './state/settings.svelte';
import './design/tokens.css';
import './design/base.css';

/** A function, because other files need what is in this one: if the module itself waited for them, they would wait for it. */
async function start(): Promise<void> {
  if (IS_SITE) (await import('./site')).prepare();
  else if (settings.value.withoutServer && router.route.page === 'menu') location.replace(`${HOME}offline/`);
  mount(App, { target: document.getElementById('app') as HTMLElement });
}

void start();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = (): void => {
    navigator.serviceWorker.register(`${HOME}sw.js`).catch(() => undefined); // a comfort, not a need
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
