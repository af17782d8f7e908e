/** The consent text in Polish. */
export const pl = [
  "Wyrażają Państwo zgodę na przeczytanie tego dokumentu oraz na jego elektroniczne podpisanie " +
    "lub zatwierdzenie. Podpis elektroniczny jest traktowany tak, jakby został złożony " +
    "odręcznie. Dotyczy to wyłącznie tego dokumentu.",
  "Zgoda nie jest obowiązkowa. Można wybrać „Odmów” albo zamknąć tę stronę i poprosić nadawcę " +
    "o dokument w formie papierowej. Do chwili zakończenia można w każdym momencie zmienić " +
    "zdanie; jedynym skutkiem jest to, że dokument nie zostanie podpisany. Aby wycofać zgodę " +
    "później, należy napisać do nadawcy.",
  "Potrzebna jest aktualna przeglądarka internetowa i adres e-mail, a do otwarcia kopii – " +
    "program obsługujący pliki PDF. Gdy wszyscy odbiorcy podpiszą dokument, otrzymają Państwo " +
    "e-mail z linkiem do gotowego dokumentu: można go pobrać, przechowywać i wydrukować. Aby " +
    "otrzymać kopię papierową lub poprawić adres e-mail, należy zwrócić się do nadawcy.",
  "Jako dowód zapisujemy imię i nazwisko oraz adres e-mail, czas zaproszenia, otwarcia " +
    "dokumentu, wyrażenia tej zgody i zakończenia, adres IP i przeglądarkę, a także wypełnione i " +
    "podpisane treści. Nadawca i wszyscy odbiorcy gotowego dokumentu mogą zobaczyć te dane.",
].join("\n\n");
