/** Every board in every state, for looking at: only in `npm run dev`, at /src/boards/harness/. */
import { mount } from 'svelte';
import '../../design/tokens.css';
import Harness from './Harness.svelte';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'light';
mount(Harness, { target: document.getElementById('app')!, props: { asked } });
