// A page in folded parts: who follows a link to one finds it open.
const reveal = () => {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part?.matches("details")) part.open = true;
};
addEventListener("hashchange", reveal);
reveal();
