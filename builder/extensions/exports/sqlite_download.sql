-- Tables for the values of which a country can have several. csv_columns.py declares the columns of countries.

CREATE TABLE about (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE names (
  id INTEGER PRIMARY KEY,
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  kind TEXT NOT NULL,
  language TEXT,
  name TEXT NOT NULL
);

CREATE TABLE codes (
  code TEXT NOT NULL,
  kind TEXT NOT NULL,
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  PRIMARY KEY (kind, code)
) WITHOUT ROWID;

CREATE TABLE capitals (
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  latitude REAL,
  longitude REAL,
  population INTEGER,
  PRIMARY KEY (cca2, place)
) WITHOUT ROWID;

CREATE TABLE currencies (
  code TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE country_currencies (
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  code TEXT NOT NULL REFERENCES currencies (code),
  symbol TEXT,
  PRIMARY KEY (cca2, code)
) WITHOUT ROWID;

CREATE TABLE languages (
  code TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE country_languages (
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  code TEXT NOT NULL REFERENCES languages (code),
  PRIMARY KEY (cca2, code)
) WITHOUT ROWID;

CREATE TABLE continents (
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  continent TEXT NOT NULL,
  PRIMARY KEY (cca2, continent)
) WITHOUT ROWID;

CREATE TABLE borders (
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  place INTEGER NOT NULL,
  neighbour TEXT NOT NULL REFERENCES countries (cca2),
  PRIMARY KEY (cca2, place)
) WITHOUT ROWID;

CREATE TABLE tlds (
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  tld TEXT NOT NULL,
  PRIMARY KEY (cca2, tld)
) WITHOUT ROWID;

CREATE TABLE timezones (
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  utc_offset TEXT NOT NULL,
  PRIMARY KEY (cca2, utc_offset)
) WITHOUT ROWID;

CREATE TABLE holidays (
  id INTEGER PRIMARY KEY,
  cca2 TEXT NOT NULL REFERENCES countries (cca2),
  date TEXT NOT NULL,
  name TEXT NOT NULL,
  local_name TEXT NOT NULL,
  types TEXT
);

CREATE INDEX names_by_name ON names (name COLLATE NOCASE);

CREATE INDEX codes_by_code ON codes (code);

CREATE INDEX holidays_by_date ON holidays (date);

CREATE INDEX holidays_by_country ON holidays (cca2, date);

CREATE VIEW countries_by_currency AS
SELECT currencies.code AS currency, currencies.name AS currency_name, countries.cca2, countries.name
FROM country_currencies
JOIN currencies USING (code)
JOIN countries USING (cca2)
ORDER BY currency, countries.name;

CREATE VIEW countries_by_language AS
SELECT languages.code AS language, languages.name AS language_name, countries.cca2, countries.name
FROM country_languages
JOIN languages USING (code)
JOIN countries USING (cca2)
ORDER BY language, countries.name;

CREATE VIEW neighbours AS
SELECT countries.cca2, countries.name, other.cca2 AS neighbour, other.name AS neighbour_name
FROM borders
JOIN countries USING (cca2)
JOIN countries AS other ON other.cca2 = borders.neighbour
ORDER BY countries.name, neighbour_name;

CREATE VIEW population_ranking AS
SELECT rank() OVER (ORDER BY population DESC) AS rank, cca2, name, population
FROM countries
WHERE population IS NOT NULL
ORDER BY population DESC, name;

CREATE VIEW holidays_by_day AS
SELECT date, countries.cca2, countries.name AS country, holidays.name, local_name, types
FROM holidays
JOIN countries USING (cca2)
ORDER BY date, country;
