/** Every board in every state, for looking at: only in `npm run dev`, at /harness/. */
import { mount } from 'svelte';
import '../src/design/tokens.css';
import '../src/design/base.css';
import Harness from './Harness.svelte';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'light';
mount(Harness, { target: document.getElementById('app')!, props: { asked } });
