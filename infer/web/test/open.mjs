// A browser with the page in it, and what every test of the page asks.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-background-networking'];

export const start = (executablePath) => chromium.launch({ executablePath, args: ARGUMENTS });

/**
 * Opens the page at an address. Whatever it asks of another origin is refused and remembered in `foreign`, what it throws in
 * `thrown`; both are asserted to be empty by `done`.
 */
export const open = async (browser, address, { hash = '', ...options } = {}) => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, serviceWorkers: 'block', ...options });
  const [foreign, thrown] = [[], []];
  await context.route(
    (url) => url.origin !== new URL(address).origin,
    (route) => (foreign.push(route.request().url()), route.abort()),
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => thrown.push(error.message));
  page.setDefaultTimeout(20_000);
  await page.goto(address + hash);
  await page.waitForSelector('body[data-ready]');

  const searching = () => page.waitForFunction(() => document.getElementById('go').textContent === 'Solve');
  return {
    page,
    context,
    /** Takes a puzzle from the list. */
    async choose(name) {
      await page.evaluate(() => delete document.body.dataset.ready);
      await page.selectOption('#puzzle', name);
      await page.waitForSelector(`body[data-ready="${name}"]`);
    },
    /** Types a state and shows it. */
    async type(text) {
      await page.fill('#text', text);
      await page.click('text=Show it');
    },
    /** Solves, waits for the end, and gives the moves that the page shows. */
    async solve(seconds = 0.5) {
      await page.fill('#seconds', String(seconds));
      await page.click('#go');
      await page.waitForSelector('#answer:not([hidden])');
      await searching();
      return page.locator('#moves button').allTextContents();
    },
    searching,
    /** Waits until that state is in the address. */
    reached: (state) => page.waitForFunction((state) => new URLSearchParams(location.hash.slice(1)).get('state') === state, state),
    /** The state in the address. */
    state: () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('state')),
    async done() {
      await context.close();
      assert.deepEqual(foreign, []);
      assert.deepEqual(thrown, []);
    },
  };
};
