// Dark or light: as the system has it, until the switch says otherwise.
const KEY = 'quarterturn-theme';

const stored = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export const theme = (button) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const dark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const label = () => {
    button.textContent = dark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Switch to ${dark() ? 'light' : 'dark'} colours`);
  };
  const chosen = stored();
  if (chosen) document.documentElement.dataset.theme = chosen;
  system.addEventListener('change', label);
  button.addEventListener('click', () => {
    const next = dark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Where nothing is stored, the choice lasts as long as the page.
    }
    label();
  });
  label();
};
