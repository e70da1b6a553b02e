// A page is seen before its modules listen: taps made until then are kept, and made again when all of them do.
{
  const kept = [];
  const keep = ({ target }) => {
    const button = target.closest("button");
    if (button && button !== kept.at(-1)) kept.push(button); // of a double tap the first
  };
  document.addEventListener("click", keep);
  addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", keep);
    for (const button of kept) button.click();
  });
}
