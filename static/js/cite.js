// A clause as people cite it, by the same data as engine/rulebooks/citing.py.
const books = () => JSON.parse(document.querySelector("[data-cites]").dataset.cites);

export const cite = (clause) => {
  const [book, number = ""] = clause.split(/:(.*)/);
  for (const [pattern, words] of books()[book] ?? []) {
    const match = new RegExp(`^(?:${pattern})$`).exec(number);
    if (match) return words.replace(/\\(\d)/g, (_, group) => match[group] ?? "").replaceAll("_", " ");
  }
  return clause;
};
