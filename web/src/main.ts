import { mount } from 'svelte';
import App from './App.svelte';
import './design/tokens.css';
import './design/base.css';

mount(App, { target: document.getElementById('app') as HTMLElement });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined); // it is a comfort, not a need
  });
}
