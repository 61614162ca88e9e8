// Before anything is drawn: light or dark, as chosen or as the system has it.
(function () {
  var chosen = 'system';
  try {
    chosen = JSON.parse(localStorage.getItem('quincunx.settings') || '{}').theme || 'system';
  } catch (_) {
    /* as the system has it */
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
