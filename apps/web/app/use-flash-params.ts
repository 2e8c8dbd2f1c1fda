import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

/** Returns the initial value of `said`, and removes the URL parameters that it came from. */
export const useFlashParams = <A>(said: A, names: readonly string[]): A => {
  const [first] = useState(said);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const named = names.some((name) => search.has(name));
  useEffect(() => {
    if (!named) return;
    const rest = new URLSearchParams(search);
    for (const name of names) rest.delete(name);
    void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true });
  }, [named, names, search, navigate]);
  return first;
};
