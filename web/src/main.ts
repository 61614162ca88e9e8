import { mount } from 'svelte';
import App from './App.svelte';
import './design/tokens.css';
import './design/base.css';

/** Whether these are the pages for a plain web space, where a worker stands in for the server. */
const IS_SITE = import.meta.env.MODE === 'site';

if (IS_SITE) (await import('./site')).prepare();
mount(App, { target: document.getElementById('app') as HTMLElement });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = (): void => {
    navigator.serviceWorker.register(IS_SITE ? './sw.js' : '/sw.js').catch(() => undefined); // a comfort, not a need
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
