// Keeps the reader's language: one choice holds for all examples, and stays.

const KEY = 'language';
const choices = [...document.querySelectorAll('.languages input')];

/** Chooses a language wherever there is an example in it. */
function choose(language) {
  for (const input of choices) if (input.value === language) input.checked = true;
}

for (const input of choices) {
  input.addEventListener('change', () => {
    // What the reader looks at stays where it is while examples above it change their heights.
    const before = input.parentElement.getBoundingClientRect().top;
    choose(input.value);
    localStorage.setItem(KEY, input.value);
    scrollBy(0, input.parentElement.getBoundingClientRect().top - before);
  });
}

const kept = localStorage.getItem(KEY);
if (kept) choose(kept);

// Shows the examples with another bot of the reader as soon as it is chosen.
for (const select of document.querySelectorAll('.own-bot select')) {
  select.addEventListener('change', () => select.form.requestSubmit());
}
