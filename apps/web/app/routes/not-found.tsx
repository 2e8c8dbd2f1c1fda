import { data } from "react-router";

export function loader(): never {
  throw data({ message: "" }, { status: 404, statusText: "Not Found" });
}

export default function NotFound() {
  return null;
}
